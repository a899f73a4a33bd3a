-- Two calls that set up the ticket helpdesk at the same moment made everything twice. Lock: integration, for a moment. Way back: drop the column.

alter table integration add column provisioning_until timestamptz;
