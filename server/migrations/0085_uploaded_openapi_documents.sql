-- When people last uploaded a connector's OpenAPI document, in place of an address to read it from. Way back: drop the column.

alter table connector add column openapi_uploaded_at timestamptz;
