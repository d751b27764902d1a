"""Amounts of US cents as people and machines write them."""


def dollars(cents: int) -> str:
    """`129999` is `$1,299.99`."""
    return f"${cents // 100:,}.{cents % 100:02}"


def decimal_dollars(cents: int) -> str:
    """`129999` is `1299.99`: the form that machines read."""
    return f"{cents // 100}.{cents % 100:02}"
