import { withoutHidden } from '../../platform/text/hidden.logic.ts';
import { longestRead } from './text.logic.ts';
import moods from './learned/emoji-moods.json' with { type: 'json' };

/** The moods that emoji show, by server/bench/emoji-moods.ts. */
const angryEmoji = new Set(moods.angry);
const unhappyEmoji = new Set(moods.unhappy);
const pleasedEmoji = new Set(moods.pleased);

const has = (text: string, emoji: ReadonlySet<string>): boolean =>
  (text.slice(0, longestRead).match(/\p{Extended_Pictographic}/gu) ?? []).some((sign) => emoji.has(sign));

export const showsAnger = (text: string): boolean => has(text, angryEmoji);

/** Whether the emoji of a text show that something is wrong, with or without anger. */
export const showsDispleasure = (text: string): boolean => showsAnger(text) || has(text, unhappyEmoji);

/** Whether the emoji of a text show that all is well, and none shows the contrary. */
export const showsPleasure = (text: string): boolean => has(text, pleasedEmoji) && !showsDispleasure(text);

/**
 * Whether a message consists of signs: "???", "...", emoji, or a single digit, which identifies nothing. False for an empty
 * message: its matter may be in its subject or its files.
 */
export const isWordless = (text: string): boolean =>
  text.trim() !== '' && !/\p{L}/u.test(text) && (withoutHidden(text).match(/\p{N}/gu) ?? []).length < 2;
