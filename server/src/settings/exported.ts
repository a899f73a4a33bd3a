import { declareExported, rowsOf } from '../platform/tenant/exported-rows.ts';

declareExported([
  rowsOf('settings', 'organization_settings', ['doc', 'version']),
  rowsOf('settings-history', 'settings_snapshot', ['version', 'doc', 'author_id', 'author_name', 'saved_at']),
]);
