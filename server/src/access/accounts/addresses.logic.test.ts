import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { addressKey, nameFromAddress, organizationNameFromAddress, slugFrom } from './addresses.logic.ts';

test('addresses are compared without case and in one Unicode form', () => {
  assert.equal(addressKey('Zoë@Birch.example'), addressKey('zoe\u0308@birch.EXAMPLE'));
  assert.notEqual(addressKey('zoe@birch.example'), addressKey('zoë@birch.example'));
});

describe('names from an address', () => {
  const cases = [
    ['ada.birch@oak-and-sons.example', 'Ada Birch', 'Oak And Sons'],
    ['support+test@mail.lantern.example', 'Support', 'Lantern'],
    ['max_m@ibm.example', 'Max M', 'Ibm'],
    ['jo@gmail.com', 'Jo', 'Jo’s organization'],
    ['+@x.example', '+@x.example', 'X'],
  ] as const;
  for (const [email, name, organization] of cases) {
    test(email, () => {
      assert.equal(nameFromAddress(email), name);
      assert.equal(organizationNameFromAddress(email), organization);
    });
  }
});

describe('slugs', () => {
  const cases = [
    ['Birch & Sons Ltd.', 'birch-sons-ltd'],
    ['Café Zoë’s', 'cafe-zoes'],
    ['日本語', 'desk'],
    ['X', 'desk'],
    ['a'.repeat(80), 'a'.repeat(50)],
    [`${'a'.repeat(49)} b`, 'a'.repeat(49)],
  ] as const;
  for (const [name, slug] of cases) test(name, () => assert.equal(slugFrom(name), slug));
});
