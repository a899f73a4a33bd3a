import type { Endpoint } from '@desk/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import type { Access } from './handler.ts';
import type { Route } from './route.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Each new route adds an entry. */
    mountedRoutes: MountedRoute[];
  }
  interface FastifyContextConfig {
    /** Who may call; `route` of route.ts sets it. */
    access?: Access<unknown>['name'];
    /** The body that the handler reads itself. Used by the OpenAPI document only. */
    reads?: Endpoint['reads'];
    /** The media types of a 200 that is not always JSON. Used by the OpenAPI document only. */
    sends?: Endpoint['sends'];
  }
}

export interface MountedRoute {
  /** Method and path, as in `GET /api/tags/:id`. */
  name: string;
  access: string | undefined;
}

/** Records every registered route in `mountedRoutes`. Call it before the first route is registered. */
export function watchRoutes(app: FastifyInstance): void {
  const mounted: MountedRoute[] = [];
  app.decorate('mountedRoutes', mounted);
  app.addHook('onRoute', ({ method, url, config }) => {
    for (const each of [method].flat()) mounted.push({ name: `${each} ${url}`, access: config?.access });
  });
}

/**
 * Throws an error that names the routes that exist without their declared access, or are declared and do not exist. A route
 * that was not made by `route` would be open to everybody, and no test of ours would notice it.
 */
export function compareAccess(
  mounted: readonly MountedRoute[],
  routes: readonly Route[],
  openToAll: readonly string[],
): void {
  const declared = new Map<string, string | undefined>([
    ...openToAll.map((name) => [name, undefined] as const),
    ...routes.map(({ endpoint, access }) => [`${endpoint.method} ${endpoint.path}`, access.name] as const),
  ]);
  const existing = new Set(mounted.map(({ name }) => name));
  const complaints = [
    // Fastify adds a HEAD route to each GET, with the same access.
    ...mounted
      .filter(({ name, access }) => !name.startsWith('HEAD ') && !(declared.has(name) && declared.get(name) === access))
      .map(({ name, access }) => `${name} has ${access ? `the access ${access}` : 'no access'}`),
    ...[...declared.keys()].filter((name) => !existing.has(name)).map((name) => `${name} does not exist`),
  ];
  if (complaints.length > 0) throw new Error(`Routes and declared access differ: ${complaints.join('; ')}.`);
}
