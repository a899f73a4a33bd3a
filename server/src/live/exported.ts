import { declareExported, rowsOf } from '../platform/tenant/exported-rows.ts';

declareExported([
  rowsOf('webhook-endpoints', 'webhook_endpoint', [
    'id',
    'url',
    'events',
    'enabled',
    'disabled_reason',
    'disabled_at',
    'failing_since',
    'created_at',
    'updated_at',
    'version',
  ]),
  rowsOf('webhook-deliveries', 'webhook_delivery', [
    'id',
    'endpoint_id',
    'event_id',
    'payload',
    'cause',
    'state',
    'attempts',
    'created_at',
  ]),
]);
