import { gatherEntered } from './inputs.logic.ts';
import type { TemplateRow } from './templates.store.ts';

/** The first read template whose required inputs all have a constant or an example. */
export const sampleOf = (templates: readonly TemplateRow[]) => samplesOf(templates)[0];

export const samplesOf = (templates: readonly TemplateRow[]) =>
  templates
    .filter(({ enabled, definition }) => enabled && definition.effect === 'read')
    .map((template) => ({ template, ...gatherEntered(template.definition.inputs, {}) }))
    .filter(({ missing }) => missing.length === 0);
