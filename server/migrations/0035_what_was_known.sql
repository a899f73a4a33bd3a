-- What a decision looked at and what the policy made of it, so that it can be replayed. Columns without a default: no rewrite; way back: drop them.

alter table decision add column known jsonb, add column decided jsonb;
