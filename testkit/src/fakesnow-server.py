"""fakesnow, which runs Snowflake's SQL on DuckDB, behind the part of Snowflake's interface for statements (SQL API, version 2) that tests need.

python fakesnow-server.py PORT: POST /api/v2/statements with a statement, GET and POST …/HANDLE and …/HANDLE/cancel; GET /ping. Every
statement has a session and a thread of its own, and is stopped by an interrupt. It has no accounts: whoever says `Bearer tests` is let
in. `RUNNING text` is no SQL: it counts the statements at work that hold the text.
"""

import datetime
import json
import re
import sys
import threading
import uuid
from decimal import Decimal
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

import duckdb
import snowflake.connector.errors
from fakesnow.instance import FakeSnow
from fakesnow.rowtype import describe_as_rowtype

root = "/api/v2/statements"
# Small, so that the parts of a result are asked for.
rows_of_part = 4000
epoch = datetime.datetime(1970, 1, 1)
instance = FakeSnow(create_schema_on_connect=False)
# Two that connect at once would both make the database.
connecting = threading.Lock()
jobs = {}


class Job:
    def __init__(self, request):
        self.handle = str(uuid.uuid4())
        self.request = request
        self.sql = request["statement"]
        self.error = None
        self.result = None
        self.stopped = False
        self.done = threading.Event()
        with connecting:
            self.connection = instance.connect(request.get("database"), None)
        threading.Thread(target=self.run, daemon=True).start()

    def run(self):
        try:
            self.result = running(self.sql[8:]) if self.sql.startswith("RUNNING ") else self.answer()
        except (snowflake.connector.errors.Error, duckdb.Error, NotImplementedError, AssertionError) as error:
            self.error = self.words(error)
        except Exception as error:  # Of its parser, for example: whatever it says is the answer.
            self.error = f"SQL compilation error: {type(error).__name__} {error}"
        finally:
            self.done.set()

    def words(self, error):
        if self.stopped or "interrupt" in str(error).lower():
            return "SQL execution canceled"
        words = getattr(error, "msg", None) or str(error)
        # It gives the number of the service's error, and words of its engine.
        missing = re.search(r"Table with name (\S+) does not exist", words)
        if missing:
            return f"SQL compilation error:\nObject '{missing[1]}' does not exist or not authorized."
        return words

    def answer(self):
        cursor = self.connection.cursor()
        # A session remembers the schema, and a statement has a session of its own.
        schema = self.request.get("schema")
        if schema and exists(cursor, self.connection.database, schema):
            cursor.execute(f'USE SCHEMA "{schema}"')
        cursor.execute(self.sql, server=True)
        try:
            types = describe_as_rowtype(cursor._duck_conn.execute(f"DESCRIBE {cursor._last_sql}").fetchall())
        except (snowflake.connector.errors.Error, duckdb.Error):  # Of a statement that has no rows.
            return [{"name": "status", "type": "text", "nullable": True}], [["Statement executed successfully."]]
        table = cursor._arrow_table
        columns = [column.to_pylist() for column in table.columns] if table is not None else []
        rows = [[text_of(value, kind["type"]) for value, kind in zip(row, types)] for row in zip(*columns)]
        return types, rows

    def cancel(self):
        self.stopped = True
        threading.Thread(target=self.interrupt, daemon=True).start()

    def interrupt(self):
        # One that reaches the engine before the statement does is lost.
        while not self.done.wait(0.05):
            self.connection._duck_conn.interrupt()


def exists(cursor, database, schema):
    sql = "select 1 from information_schema.schemata where upper(catalog_name) = ? and schema_name = ?"
    return cursor._duck_conn.execute(sql, [database, schema]).fetchone() is not None


def running(text):
    found = [job for job in list(jobs.values()) if not job.done.is_set() and text in job.sql and not job.sql.startswith("RUNNING ")]
    return [{"name": "N", "type": "fixed", "precision": 38, "scale": 0, "nullable": True}], [[str(len(found))]]


def text_of(value, kind):
    """As the interface writes values: days and seconds as numbers, bytes in digits."""
    if value is None:
        return None
    if kind == "boolean":
        return "true" if value else "false"
    if kind == "date":
        return str((value - epoch.date()).days)
    if kind == "time":
        return f"{(value.hour * 60 + value.minute) * 60 + value.second}.{value.microsecond:06d}000"
    if kind.startswith("timestamp"):
        zone = " 1440" if kind == "timestamp_tz" else ""
        if value.tzinfo is not None:
            value = value.astimezone(datetime.timezone.utc).replace(tzinfo=None)
        micros = (value - epoch) // datetime.timedelta(microseconds=1)
        sign = "-" if micros < 0 else ""
        return f"{sign}{abs(micros) // 1000000}.{abs(micros) % 1000000:06d}000{zone}"
    if kind == "binary":
        return bytes(value).hex()
    return format(value, "f") if isinstance(value, Decimal) else str(value)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        address = urlsplit(self.path)
        if address.path == "/ping":
            return self.answer(200, {})
        job = self.job_of(address.path[len(root) + 1 :])
        if job:
            self.tell(job, int(parse_qs(address.query).get("partition", ["0"])[0]))

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        path = urlsplit(self.path).path
        if path.endswith("/cancel"):
            job = self.job_of(path[len(root) + 1 : -len("/cancel")])
            if job:
                job.cancel()
                self.answer(200, {"message": "successfully canceled"})
            return
        if not self.is_let_in():
            return
        job = Job(json.loads(body))
        jobs[job.handle] = job
        job.done.wait(0.02)
        self.tell(job, 0)

    def is_let_in(self):
        if self.headers.get("Authorization") == "Bearer tests":
            return True
        self.answer(401, {"code": "390303", "message": "Invalid OAuth access token."})
        return False

    def job_of(self, handle):
        if not self.is_let_in():
            return None
        if handle not in jobs:
            self.answer(404, {"code": "000709", "message": "Statement not found."})
        return jobs.get(handle)

    def tell(self, job, part):
        if not job.done.is_set():
            return self.answer(202, {"statementHandle": job.handle, "message": "Asynchronous execution in progress."})
        if job.error is not None:
            jobs.pop(job.handle, None)
            return self.answer(422, {"statementHandle": job.handle, "message": job.error})
        types, rows = job.result
        parts = max(1, -(-len(rows) // rows_of_part))
        data = rows[part * rows_of_part : (part + 1) * rows_of_part]
        if part == parts - 1:
            jobs.pop(job.handle, None)
        if part > 0:
            return self.answer(200, {"data": data})
        meta = {"numRows": len(rows), "format": "jsonv2", "rowType": types, "partitionInfo": [{}] * parts}
        self.answer(200, {"statementHandle": job.handle, "resultSetMetaData": meta, "data": data})

    def answer(self, status, body):
        text = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_):
        pass


ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
