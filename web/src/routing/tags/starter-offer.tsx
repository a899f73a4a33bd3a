import { createTag } from '@desk/contract/routing';
import { readSettings } from '@desk/contract/settings';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { arrived } from '../../api/code.ts';
import { openAnswer } from '../../ui/data/refusals.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { toast, toastProblem } from '../../ui/show/toast.tsx';
import { routingWords } from '../words/routing-words.ts';

type GateQuery = { gate_override?: string };

/** Adds the starter tags. A repeated attempt after a failure adds the missing ones. */
export function StarterOffer() {
  const t = useWords(routingWords);
  const cache = useQueryClient();
  const [isAdding, setAdding] = useState(false);
  const add = async (query: GateQuery = {}) => {
    setAdding(true);
    try {
      await addStarterTags(query);
      toast(t('starterAdded'));
    } catch (error) {
      if (!isApiError(error)) throw error;
      if (!openAnswer(error, (override) => void add(override))) toastProblem(error, () => void add(query));
    } finally {
      setAdding(false);
      await cache.invalidateQueries({ queryKey: ['listTags'] });
    }
  };
  return (
    <Button variant="default" loading={isAdding} onClick={() => void add()}>
      {t('addStarter')}
    </Button>
  );
}

async function addStarterTags(query: GateQuery): Promise<void> {
  const { starterTags } = await arrived(import('./starter-tags.ts'));
  const { default_language: language } = await call(readSettings, {});
  for (const { examples, ...tag } of starterTags(language)) {
    try {
      await call(createTag, { query, body: { ...tag, detect: { examples } } });
    } catch (error) {
      // A tag of this name is kept as it is.
      if (!isApiError(error) || error.code !== 'already_exists') throw error;
    }
  }
}
