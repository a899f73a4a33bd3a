-- Two calls that set up the ticket helpdesk at the same moment would make everything twice. Locks integration for a moment; no rewrite. Way back: drop the column.

alter table integration add column provisioning_until timestamptz;
