-- The channel of an unanswered question, for the report of one channel. Locks unanswered_question while the rows of before are written once. Way back: drop the column.

-- Null: asked before, in a conversation that is gone.
alter table unanswered_question add column channel text;

update unanswered_question set channel = conversation.channel
from decision join conversation
  on conversation.organization_id = decision.organization_id and conversation.id = decision.conversation_id
where decision.organization_id = unanswered_question.organization_id and decision.id = unanswered_question.decision_id;
