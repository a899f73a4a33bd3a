import { english } from '../../platform/words/sentence.logic.ts';

/**
 * Why an automatic message must not be sent: automatic replies were switched off, it would answer a mail that fails its
 * sender's policy, or the address has received its share of automatic mail.
 */
export type Forbidden = 'auto_respond_off' | 'disowned' | 'too_many_mails';
/** `fenced`: a person has taken over. `erased`: the customer is being erased, and nothing more is said to them. */
export type Withdrawal = 'fenced' | 'erased' | Forbidden;

/** What people read as the error of the delivery. */
export const withdrawalErrors: Readonly<Record<Withdrawal, string>> = {
  fenced: `withdrawn: ${english`a person took over`}`,
  erased: `withdrawn: ${english`the customer is being erased`}`,
  auto_respond_off: `withdrawn: ${english`automatic replies are off`}`,
  disowned: `withheld: ${english`a mail fails the policy (DMARC) of its sender’s domain`}`,
  too_many_mails: `withheld: ${english`the address received an automatic mail within 10 minutes, or five within a day`}`,
};
