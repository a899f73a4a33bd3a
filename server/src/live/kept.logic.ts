const day = 24 * 3_600_000;

/** How long events are kept. Clients that return later must reload everything. */
export const keptMilliseconds = day;

/** How long an organization with webhook endpoints keeps its events, for replays, and its deliveries. */
export const keptWithEndpointsMilliseconds = 7 * day;
