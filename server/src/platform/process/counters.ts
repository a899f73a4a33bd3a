import { Counter, Gauge, Registry } from 'prom-client';

/** The metrics of this process for `/metrics`. They are process-wide, because a scrape reads one process. */
export const serviceMetrics = new Registry();
const registers = [serviceMetrics];

const inbound = new Counter({
  name: 'desk_inbound_requests_total',
  help: 'Requests that deliver an event or a mail, by outcome: accepted, duplicate, ignored, unroutable, or refused (not authentic).',
  labelNames: ['channel', 'outcome'],
  registers,
});
const events = new Counter({
  name: 'desk_inbound_events_total',
  help: 'Stored events that were processed (done), will be tried again (wait), or were given up (park).',
  labelNames: ['channel', 'outcome'],
  registers,
});
const deliveries = new Counter({
  name: 'desk_deliveries_total',
  help: 'Attempts to deliver something to the outside, by result.',
  labelNames: ['channel', 'kind', 'state'],
  registers,
});
const repairs = new Counter({
  name: 'desk_repairs_total',
  help: 'Conversations that the sweeper found waiting without a worker, by what they needed.',
  labelNames: ['need'],
  registers,
});
const overdue = new Gauge({
  name: 'desk_overdue_conversations',
  help: 'Conversations that wait without a worker at this moment.',
  labelNames: ['need'],
  registers,
});
const lanes = new Gauge({
  name: 'desk_lanes_due',
  help: 'Conversations with events that no worker processes at this moment (200 at most).',
  registers,
});

const ages = new Gauge({
  name: 'desk_queue_age_seconds',
  help: 'How long the oldest work has been due: events that came in, deliveries that are to go out.',
  labelNames: ['queue'],
  registers,
});
const breakers = new Gauge({
  name: 'desk_breakers_open',
  help: 'Hosts of vendors, and connectors, that this process sends no requests to for a while, because they failed repeatedly.',
  registers,
});

const clock = new Gauge({
  name: 'desk_clock_difference_seconds',
  help: 'By how much the clock of this process is ahead of the database’s; less than 0 if it is behind.',
  registers,
});

export const showClockDifference = (seconds: number): void => clock.set(seconds);
export const countInbound = (channel: string, outcome: string): void => inbound.inc({ channel, outcome });
export const countEvent = (channel: string, outcome: string): void => events.inc({ channel, outcome });
export const countDelivery = (of: { channel: string; kind: string; state: string }): void => deliveries.inc(of);
export const countRepair = (need: string): void => repairs.inc({ need });

/** The work that waits now, read from the database at each scrape. */
export interface Backlog {
  overdue: Record<string, number>;
  lanes: number;
  /** Seconds by queue. */
  ages: Record<string, number>;
  openBreakers: number;
}

export function showBacklog(backlog: Backlog): void {
  overdue.reset();
  for (const [need, count] of Object.entries(backlog.overdue)) overdue.set({ need }, count);
  lanes.set(backlog.lanes);
  for (const [queue, seconds] of Object.entries(backlog.ages)) ages.set({ queue }, seconds);
  breakers.set(backlog.openBreakers);
}
