"""Reads statements with sqlglot, a parser of others for the SQL of many servers.

python sqlglot-reader.py: a JSON list of {"dialect", "sql"} comes in, a list of {"problem", "texts", "names"} goes out. A statement
that it takes only as words which it does not understand has a problem too.
"""

import json
import logging
import sys

import sqlglot
from sqlglot import exp
from sqlglot.errors import ErrorLevel, SqlglotError

# It tells in its log, and takes, what it has no grammar for.
logging.disable(logging.CRITICAL)


def read(dialect, sql):
    try:
        statements = sqlglot.parse(sql, read=dialect, error_level=ErrorLevel.RAISE)
    except (SqlglotError, RecursionError) as error:
        return {"problem": str(error)[:500], "texts": [], "names": []}
    if len(statements) != 1 or statements[0] is None:
        return {"problem": f"read as {len(statements)} statements", "texts": [], "names": []}
    nodes = list(statements[0].walk())
    if any(isinstance(node, exp.Command) for node in nodes):
        return {"problem": "read as a command that it does not know", "texts": [], "names": []}
    texts = [node.name for node in nodes if is_text(node)]
    return {"problem": None, "texts": texts, "names": [node.name for node in nodes if isinstance(node, exp.Identifier)]}


def is_text(node):
    marked = (exp.National, exp.ByteString, exp.RawString, exp.UnicodeString)
    return isinstance(node, marked) or (isinstance(node, exp.Literal) and node.is_string)


sys.setrecursionlimit(10_000)
json.dump([read(one["dialect"], one["sql"]) for one in json.load(sys.stdin)], sys.stdout)
