"""How the admin writes days and instants: as its fields take them, to the second, in UTC."""

DATE_FORMAT = "Y-m-d"
DATETIME_FORMAT = "Y-m-d H:i:s"
