const offering = new RegExp(
  String.raw`\b(?:do|does|did|will|are|is) (?:you|u|ya|there|your \p{L}+|the \p{L}+)(?: guys)?(?: also| already| ever)? ` +
    String.raw`(?:have|got|offer|sell|provide|support|do|plan|accept|take|make|give|rent|include|any|an?|something)\b`,
  'iu',
);

/** Whether a customer asks if something exists or is offered: the answer then has to contain the words that name it. */
export function asksForOffer(text: string): boolean {
  return offering.test(text);
}

const yesOrNo =
  /^(?:(?:hi|hello|hey|and|so|ok|also|but),? ?)*(?:can|could|do|does|is|are|will|would|has|have|am|may)\b/i;

/** Whether a message begins as a yes-or-no question: each of its words matters more than in "how do I …". */
export function asksYesOrNo(text: string): boolean {
  return yesOrNo.test(text.trim());
}
