"""Today's ClickHouse engine (the package chdb) behind the part of its HTTP interface that tests need.

python chdb-server.py PORT: POST / with a statement, settings in the address; GET /ping. One statement at a time. It has no
accounts, and it neither stops nor watches a query: for that, tests take the server itself.
"""

import re
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit

from chdb.session import Session

session = Session()
lock = threading.Lock()
# Kept for the whole session: a narrower one could not be widened again, and the rest is of the HTTP interface.
unset = {"readonly", "query_id", "query", "wait_end_of_query", "enable_http_compression", "database", "default_format"}
setting = re.compile(r"[a-z_0-9]+")


def run(sql, settings):
    with lock:
        session.query("USE " + quoted(settings.get("database", "default"), "`"))
        for name, value in settings.items():
            if name not in unset and setting.fullmatch(name):
                session.query(f"SET {name} = {quoted(value, chr(39))}")
        return session.query(sql, "TabSeparated").bytes()


def quoted(text, quote):
    return quote + text.replace("\\", "\\\\").replace(quote, "\\" + quote) + quote


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.answer(200, b"Ok.\n")

    def do_POST(self):
        settings = dict(parse_qsl(urlsplit(self.path).query, keep_blank_values=True))
        sql = self.body().decode()
        if sql.startswith("KILL QUERY"):
            return self.answer(200, b"")
        try:
            self.answer(200, run(settings.get("query", "") + sql, settings))
        except Exception as error:  # Whatever the engine says is the answer.
            self.answer(400, str(error).encode())

    def body(self):
        if self.headers.get("Transfer-Encoding") != "chunked":
            return self.rfile.read(int(self.headers.get("Content-Length") or 0))
        parts = []
        while size := int(self.rfile.readline(), 16):
            parts.append(self.rfile.read(size))
            self.rfile.readline()
        self.rfile.readline()
        return b"".join(parts)

    def answer(self, status, body):
        self.send_response(status)
        self.send_header("Content-Type", "text/plain; charset=UTF-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
