import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { conversationOf, eventually, setStage, type Stage } from './stage.ts';

// Uses the real model. By words alone, each of these questions would be a gap of its own.

let stage: Stage;
before(async () => {
  stage = await setStage({ environment: { EMBEDDINGS: 'embedded' } });
});
after(() => stage.close());

async function asksInVain(text: string): Promise<void> {
  const event = stage.chatdesk.events.userCreated({ text });
  await stage.chatdesk.deliver(stage.hooks.chatdesk, event);
  const { last_decision } = await conversationOf(stage, event.conversationId, (each) => assert.ok(each.last_decision));
  assert.match(last_decision.reason, /missing_knowledge|low_confidence/, text);
}
/** A polite frame for a question: equal frames must not make questions equal. */
const letter = (text: string) => `Hello team,\n\nI hope you are well. ${text}\n\nBest regards,\nAnna Miller`;
const gaps = async (): Promise<any[]> => (await stage.world.max.gets('/api/knowledge/analysis')).gaps;
/** Waits for gaps of these sizes: until questions are compared, each one is a gap of its own. */
const gapsOf = (sizes: readonly number[]): Promise<any[]> =>
  eventually(async () => {
    const found = await gaps();
    assert.deepEqual(
      found.map((gap) => gap.questions),
      sizes,
    );
    return found;
  });

test('questions with the same meaning in different words are one gap, and the most frequent gap comes first', async () => {
  const capsules = ['Are your capsules compostable?', 'Can used capsules go into the organic waste bin?'];
  for (const text of [...capsules, letter('Where can I park my horse near the observatory?')]) await asksInVain(text);
  const [first, horse] = await gapsOf([2, 1]);
  assert.deepEqual(new Set(first.examples), new Set(capsules));
  assert.deepEqual([first.label, horse.label], [capsules[0], 'Where can I park my horse near the observatory?']);
  await asksInVain(letter('How do I recycle the coffee capsules?'));
  const [grown] = await gapsOf([3, 1]);
  assert.equal(grown.id, first.id);
});
