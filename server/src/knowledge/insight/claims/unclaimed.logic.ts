/** Whether a sentence claims nothing that others could contradict: a question, an example, what was once so. */
export const claimsNothing = (quote: string) =>
  quote.endsWith('?') || isCustomers(quote) || example.test(quote) || former.test(quote) || elliptical.test(quote);

/** One of several choices or the rest of a sentence: "another day, up to 5 days later". */
export const isFragment = (quote: string) => /^(?:[-+•]\s+)?\p{Ll}+[\s,]/u.test(quote);

// "City bikes may not.", "This club does not have one.": what is denied, another sentence says.
const elliptical =
  /\b(?:may|can|do|does|is|are|will|has|have)(?: not|n[’']t)[.!]?$|\b(?:not|n[’']t|no) (?:have|need|offer|provide|accept) (?:one|any|it|them|that)\b/i;

// "I did not get the mail": what a customer would say is a heading of help pages, and nothing that they claim.
const isCustomers = (sentence: string) => /^(?:I|I'm|I’m|I've|I’ve|my|ich|mein\p{L}{0,2}|je|j'|j’)\b/iu.test(sentence);

const example =
  /\b(?:for example|for instance|e\.g\.|example:|suppose|imagine|let's say|zum beispiel|z\. ?b\.|beispiel:|par exemple|por ejemplo)/i;

// "Until March 2023 it cost £25": what was so need not be so.
const former =
  /\b(?:used to|formerly|previously|früher|damals|autrefois|antes)\b|\b(?:in|until|before|till|bis|vor|jusqu'en|hasta)\b[^.]{0,20}\b(?:19|20)\d\d\b[^.]*\b(?:was|were|had|cost|charged|did|could|kostete|war|waren|hatte|betrug)\b|\b(?:was|were|had|did|could|kostete|war|waren|betrug)\b[^.]*\b(?:in|until|before|till|bis|vor)\b[^.]{0,20}\b(?:19|20)\d\d\b/i;
