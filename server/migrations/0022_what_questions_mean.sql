-- What unanswered questions mean, for gaps. Locks unanswered_question for as long as it takes to write its rows once; way back: drop the columns.

alter table unanswered_question
  -- Null: not read by a model, because there is none, or none for its language.
  add column embedding halfvec,
  add column embedding_model text;

-- Those of before are put together anew. A gap is named by its oldest question, so most keep their ids.
update unanswered_question set gap_id = null;
