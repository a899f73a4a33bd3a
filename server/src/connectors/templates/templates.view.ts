import type { Template } from '@desk/contract/templates';
import { warningsOf } from './template.logic.ts';
import type { TemplateRow } from './templates.store.ts';

export const viewTemplate = (row: TemplateRow): Template => ({
  id: row.id,
  connector_id: row.connector_id,
  name: row.name,
  ...row.definition,
  enabled: row.enabled,
  quarantine: row.quarantine,
  warnings: warningsOf(row.definition),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  version: row.version,
});
