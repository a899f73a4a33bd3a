-- The members of a template keep the order in which their author wrote them, as outputs are told in it: jsonb sorts them, json does not. Way back: the type jsonb again.

alter table connector_template alter column definition type json using definition::json;
