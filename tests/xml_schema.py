"""XML against the schemas of tests/schemas."""

from lxml import etree

from tests.make import ROOT

FOLDER = ROOT / "tests" / "schemas"
KINDS = {".xsd": etree.XMLSchema, ".rng": etree.RelaxNG}


def read_valid(content: bytes, schema_name: str) -> etree._Element:
    """The root of a document that its schema allows; else the test fails with the reason."""
    file = FOLDER / schema_name
    schema = KINDS[file.suffix](etree.parse(file))
    root = etree.fromstring(content)
    assert schema.validate(root), schema.error_log
    return root
