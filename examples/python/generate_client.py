"""Writes a typed client of a shelfmark service from its OpenAPI document. Needs Python 3.11, and nothing else.

Usage: python3 generate_client.py openapi.json > shelfmark_client.py
       curl -s http://localhost:8080/api/v1/openapi.json | python3 generate_client.py > shelfmark_client.py
"""

import json
import keyword
import re
import sys
from pathlib import Path
from typing import Any

RUNTIME = Path(__file__).with_name("runtime.py")
SCALARS = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")

Schema = dict[str, Any]


class Types:
    """The types of the document that operations answer, each as a TypedDict."""

    def __init__(self, schemas: dict[str, Schema]) -> None:
        self.schemas = schemas
        self.printed: dict[str, str] = {}
        self.open: list[str] = []

    def of(self, schema: Schema, name: str) -> str:
        """The Python type of a schema. `name`: of the type that an object gets."""
        if "$ref" in schema:
            target = str(schema["$ref"]).rsplit("/", 1)[-1]
            if target in self.open:
                # A type that holds itself: only a class can.
                return target if target in self.printed else "Any"
            self.open.append(target)
            described = self.of(self.schemas[target], target)
            self.open.pop()
            return described
        if "const" in schema:
            return f"Literal[{schema['const']!r}]"
        if "enum" in schema:
            return f"Literal[{', '.join(repr(value) for value in schema['enum'])}]"
        for combined in ("anyOf", "oneOf"):
            if combined in schema:
                parts = [self.of(part, f"{name}{index or ''}") for index, part in enumerate(schema[combined])]
                return " | ".join(dict.fromkeys(parts))
        kind = schema.get("type")
        if kind == "array":
            return f"list[{self.of(schema.get('items', {}), f'{name}Item')}]"
        if kind == "object" and "properties" in schema:
            return self.typed_dict(schema, name)
        if kind == "object":
            values = schema.get("additionalProperties", {})
            return f"dict[str, {self.of(values if isinstance(values, dict) else {}, f'{name}Value')}]"
        return SCALARS.get(str(kind), "Any")

    def typed_dict(self, schema: Schema, name: str) -> str:
        if name in self.printed:
            return name
        # Known before its members are: they can name it.
        self.printed[name] = ""
        required = schema.get("required", [])
        members = []
        for member, own in schema["properties"].items():
            described = self.of(own, name + camel(member))
            members.append((member, described if member in required else f"NotRequired[{described}]"))
        if all(IDENTIFIER.fullmatch(member) and not keyword.iskeyword(member) for member, _ in members):
            lines = [f"    {member}: {described}" for member, described in members] or ["    pass"]
            self.printed[name] = f"class {name}(TypedDict):\n" + "\n".join(lines)
        else:
            listed = ", ".join(f"{member!r}: {described!r}" for member, described in members)
            self.printed[name] = f"{name} = TypedDict({name!r}, {{{listed}}})"
        return name


def camel(name: str) -> str:
    return "".join(part[:1].upper() + part[1:] for part in re.split(r"[^A-Za-z0-9]+", name))


def snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def argument(name: str) -> str:
    """The name of an argument of a parameter."""
    return f"{name}_" if keyword.iskeyword(name) else name


def given_value(parameter: Schema) -> str:
    """The value of a parameter: a list is one text with commas, unless its values are passed one by one."""
    name = argument(parameter["name"])
    is_text = parameter["schema"].get("type") == "array" and parameter.get("explode") is not True
    return f"join({name})" if is_text else name


def print_method(types: Types, path: str, verb: str, operation: Schema) -> str | None:
    """A method of the client. None: the operation has no answer that is JSON."""
    answers = [answer for status, answer in operation["responses"].items() if status.startswith("2")]
    content = answers[0].get("content", {}) if answers else {}
    if "application/json" not in content:
        return None
    name = operation["operationId"]
    result = types.of(content["application/json"]["schema"], camel(name))
    own = [one for one in operation["parameters"] if one["in"] != "header" and one["name"] != "format"]
    takes_key = any(one["name"] == "Idempotency-Key" for one in operation["parameters"])
    in_path = [one["name"] for one in own if one["in"] == "path"]
    query = [one for one in own if one["in"] == "query"]
    arguments = [f"{one}: str" for one in in_path]
    if "requestBody" in operation:
        arguments.append("body: Mapping[str, object]")
    if query or takes_key:
        arguments.append("*")
    for one in query:
        described = types.of(one["schema"], "Parameter")
        arguments.append(f"{argument(one['name'])}: {described}" + ("" if one["required"] else " | None = None"))
    if takes_key:
        arguments.append("idempotency_key: str | None = None")
    key = "idempotency_key or new_key()" if takes_key else "None"
    given = ", ".join(f"{one['name']!r}: {given_value(one)}" for one in query)
    target = "f" + repr(re.sub(r"\{(\w+)\}", r"{quote(\1)}", path)) if in_path else repr(path)
    body = "body" if "requestBody" in operation else "None"
    return (
        f"    def {snake(name)}({', '.join(['self', *arguments])}) -> {result}:\n"
        f'        """{operation["summary"]}."""\n'
        f"        given: dict[str, object] = {{{given}}}\n"
        f"        answer = self.send({verb.upper()!r}, {target}, given, {body}, {key})\n"
        f"        return cast({result!r}, answer)\n"
    )


def main() -> None:
    text = Path(sys.argv[1]).read_text("utf-8") if len(sys.argv) > 1 else sys.stdin.read()
    document = json.loads(text)
    types = Types(document["components"]["schemas"])
    methods = [
        method
        for path, item in document["paths"].items()
        for verb, operation in item.items()
        if operation["security"] and (method := print_method(types, path, verb, operation)) is not None
    ]
    print(RUNTIME.read_text("utf-8"))
    print("\n".join(methods))
    print("\n\n".join(f"\n{text}" for text in types.printed.values()))


main()
