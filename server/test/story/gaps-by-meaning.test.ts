import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { conversationOf, eventually, setStage, type Stage } from './stage.ts';

// The model is the real one. By their words alone these questions would be a gap each.

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
/** The same manners do not make the same question. */
const letter = (text: string) => `Hello team,\n\nI hope you are well. ${text}\n\nBest regards,\nAnna Miller`;
const gaps = async (): Promise<any[]> => (await stage.world.max.gets('/api/knowledge/analysis')).gaps;
/** Until it is compared, each question is a gap of its own. */
const gapsOf = (sizes: readonly number[]): Promise<any[]> =>
  eventually(async () => {
    const found = await gaps();
    assert.deepEqual(
      found.map((gap) => gap.questions),
      sizes,
    );
    return found;
  });

test('questions about one thing are one gap in different words, and most asked comes first', async () => {
  const capsules = ['Are your capsules compostable?', 'Can used capsules go into the organic waste bin?'];
  for (const text of [...capsules, letter('Where can I park my horse near the observatory?')]) await asksInVain(text);
  const [first, horse] = await gapsOf([2, 1]);
  assert.deepEqual(new Set(first.examples), new Set(capsules));
  assert.deepEqual([first.label, horse.label], [capsules[0], 'Where can I park my horse near the observatory?']);
  await asksInVain(letter('How do I recycle the coffee capsules?'));
  const [grown] = await gapsOf([3, 1]);
  assert.equal(grown.id, first.id);
});
