import type { Socket } from 'node:dgram';
import { once } from 'node:events';
import type { Server } from 'node:net';
import dns2 from 'dns2';

const { Packet } = dns2;
type DnsPacket = InstanceType<typeof Packet>;

/** A text over 255 bytes is several strings of one record; pass it as an array to choose the cut. */
export type ZoneRecords = {
  TXT?: (string | string[])[];
  MX?: { exchange: string; priority: number }[];
  CNAME?: string;
  /** Never answers. */
  silent?: true;
};

export type DnsZone = {
  /** For `DNS_SERVERS`: `127.0.0.1:port`. */
  server: string;
  set(name: string, records: ZoneRecords): void;
  remove(name: string): void;
  /** Answers the next `times` questions with SERVFAIL: the zone's servers are down, which differs from "no such name". */
  failNext(times?: number): void;
  questions: { name: string; type: string }[];
  close(): Promise<void>;
};

/** A name server on loopback (UDP and TCP, same port). Answers TXT, MX and CNAME from a table, otherwise NXDOMAIN. */
export async function startDns(table: Record<string, ZoneRecords> = {}): Promise<DnsZone> {
  const zone = new Map<string, ZoneRecords>();
  for (const [name, records] of Object.entries(table)) zone.set(name.toLowerCase(), records);
  const questions: DnsZone['questions'] = [];
  let failures = 0;
  function answerTo(request: DnsPacket): DnsPacket {
    const response = Packet.createResponseFromRequest(request);
    const [question] = request.questions;
    if (!question) return response;
    questions.push({ name: question.name, type: typeName(question.type) });
    if (failures > 0) {
      failures -= 1;
      response.header.rcode = Packet.RCODE.SERVFAIL;
      return response;
    }
    if (zone.has(question.name.toLowerCase()))
      response.answers.push(...answers(question.name, typeName(question.type), zone));
    else response.header.rcode = Packet.RCODE.NXDOMAIN;
    return response;
  }

  const start = () =>
    dns2.createServer({
      udp: true,
      tcp: true,
      handle: (request, send) => {
        const answer = answerTo(request);
        if (!zone.get(request.questions[0]?.name.toLowerCase() ?? '')?.silent) void send(answer);
      },
    });
  const { server, port } = await listening(start);
  return {
    server: `127.0.0.1:${port}`,
    set: (name, records) => void zone.set(name.toLowerCase(), { ...zone.get(name.toLowerCase()), ...records }),
    remove: (name) => void zone.delete(name.toLowerCase()),
    failNext(times = 1) {
      failures += times;
    },
    questions,
    close: () => server.close(),
  };
}

type DnsServer = ReturnType<typeof dns2.createServer>;

/**
 * UDP chooses the port, and TCP uses the same one, because a resolver has only one. If another connection of this machine uses
 * that TCP port, tries another port.
 */
async function listening(start: () => DnsServer, tries = 20): Promise<{ server: DnsServer; port: number }> {
  const server = start();
  // The package's types leave out its `servers`; its own listen() cannot give both the same free port.
  const { udp, tcp } = (server as unknown as { servers: { udp: Socket; tcp: Server } }).servers;
  // The server re-emits the sockets' errors. Without a listener that would throw, uncaught, before `once` rejects.
  server.on('error', () => {});
  try {
    udp.bind(0, '127.0.0.1');
    await once(udp, 'listening');
    const { port } = udp.address();
    tcp.listen(port, '127.0.0.1');
    await once(tcp, 'listening');
    return { server, port };
  } catch (error) {
    udp.close();
    if (tries > 1) return listening(start, tries - 1);
    throw error;
  }
}

function typeName(code: number): string {
  return Object.entries(Packet.TYPE).find(([, value]) => value === code)?.[0] ?? String(code);
}

/** For a name with a CNAME, returns the CNAME and the target's records of that type. */
function answers(name: string, type: string, zone: Map<string, ZoneRecords>, depth = 0): ReturnType<typeof record>[] {
  const found = zone.get(name.toLowerCase());
  if (!found || depth > 8) return [];
  if (found.CNAME !== undefined)
    return [record(name, 'CNAME', { domain: found.CNAME }), ...answers(found.CNAME, type, zone, depth + 1)];
  if (type === 'TXT') return (found.TXT ?? []).map((text) => record(name, 'TXT', { data: chunked(text) }));
  if (type === 'MX') return (found.MX ?? []).map((exchange) => record(name, 'MX', { ...exchange }));
  return [];
}

function record(name: string, type: 'TXT' | 'MX' | 'CNAME', data: Record<string, unknown>) {
  return Object.assign(new Packet.Resource(name, Packet.TYPE[type], Packet.CLASS.IN, 5), data);
}

function chunked(text: string | string[]): string[] {
  return typeof text === 'string' ? (text.match(/.{1,255}/gs) ?? ['']) : text;
}
