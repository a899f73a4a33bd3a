import { declareExported, rowsOf } from '../platform/tenant/exported-rows.ts';

declareExported([rowsOf('report-hours', 'report_hour', ['hour', 'channel', 'measure', 'key', 'amount'])]);
