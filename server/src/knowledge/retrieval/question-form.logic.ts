const offering =
  /\b(?:do|does|did|will|are|is) (?:you|u|ya|there|your \p{L}+|the \p{L}+)(?: guys)?(?: also| already| ever)? (?:have|got|offer|sell|provide|support|do|plan|accept|take|make|give|rent|include|any|an?|something)\b/iu;

/** Whether a customer asks if something exists or is offered: then the words that name it have to be in the answer. */
export function asksForOffer(text: string): boolean {
  return offering.test(text);
}

const yesOrNo =
  /^(?:(?:hi|hello|hey|and|so|ok|also|but),? ?)*(?:can|could|do|does|is|are|will|would|has|have|am|may)\b/i;

/** Whether a message begins as a question of yes or no: each word of it matters more than in "how do I …". */
export function asksYesOrNo(text: string): boolean {
  return yesOrNo.test(text.trim());
}
