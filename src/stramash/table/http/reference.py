"""The API reference: an HTML page made from the OpenAPI document. It loads no scripts from other sites."""

from __future__ import annotations

from html import escape
from typing import Any

__all__ = ["reference_page"]


def reference_page(document: dict[str, Any]) -> str:
    """Return the reference of an OpenAPI document as an HTML page."""
    info = document["info"]
    operations = [
        _operation(method, path, operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    ]
    schemas = [_schema(name, schema) for name, schema in document["components"]["schemas"].items()]
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(info['title'])}: the API</title>"
        '<link rel="icon" href="/static/icon.svg" type="image/svg+xml">'
        '<link rel="stylesheet" href="/static/reference.css"></head><body><main>'
        f"<h1>{escape(info['title'])} {escape(info['version'])}: the API</h1>"
        f"<p>{escape(info['description'])} "
        "A program that sits down gets a secret and sends it as <code>Authorization: Bearer …</code>. "
        'Everything here is in <a href="/api/openapi.json">the OpenAPI document</a> for your own tools.</p>'
        f"<h2>Requests</h2>{''.join(operations)}<h2>Types</h2>{''.join(schemas)}</main></body></html>"
    )


def _operation(method: str, path: str, operation: dict[str, Any]) -> str:
    """Return one request as HTML: its parameters, its body, and its answers."""
    rows = [
        (
            parameter["name"],
            f"{parameter['in']}, {_type(parameter['schema'])}",
            parameter.get("description", ""),
        )
        for parameter in operation.get("parameters", [])
    ]
    bodies = operation.get("requestBody", {}).get("content", {}).values()
    rows += [("body", _type(content["schema"]), "") for content in bodies]
    for status, answer in operation["responses"].items():
        kinds = [
            _type(content["schema"]) for content in answer.get("content", {}).values() if "schema" in content
        ]
        rows.append((status, ", ".join(kinds), answer.get("description", "")))
    return (
        f'<details><summary><span class="method">{escape(method.upper())}</span> <code>{escape(path)}</code> '
        f"{escape(operation.get('description', ''))}</summary>{_rows(rows)}</details>"
    )


def _schema(name: str, schema: dict[str, Any]) -> str:
    """Return one type as HTML: its fields."""
    required = schema.get("required", [])
    rows = [
        (field, _type(kind) + ("" if field in required else ", optional"), kind.get("description", ""))
        for field, kind in schema.get("properties", {}).items()
    ]
    return (
        f'<details id="{escape(name)}"><summary><code>{escape(name)}</code> '
        f"{escape(schema.get('description', ''))}</summary>{_rows(rows)}</details>"
    )


def _rows(rows: list[tuple[str, str, str]]) -> str:
    """Return rows of name, type and description as an HTML table."""
    lines = [
        f"<tr><td><code>{escape(name)}</code></td><td>{escape(kind)}</td><td>{escape(about)}</td></tr>"
        for name, kind, about in rows
    ]
    return f"<table>{''.join(lines)}</table>"


def _type(schema: dict[str, Any]) -> str:
    """Return the type that a JSON schema describes, in a few words.

    >>> _type({"anyOf": [{"type": "array", "items": {"type": "string"}}, {"type": "null"}]})
    'list of string or null'
    """
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "anyOf" in schema:
        return " or ".join(_type(one) for one in schema["anyOf"])
    if "enum" in schema:
        return " | ".join(str(value) for value in schema["enum"])
    if schema.get("type") == "array":
        return f"list of {_type(schema['items'])}"
    return str(schema.get("type", "anything"))
