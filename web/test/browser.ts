import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from 'playwright-core';

/** Debian's Chromium (`apt-get install chromium`), or the one that CHROMIUM names. */
const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
];

export interface BrowserOptions {
  width?: number;
  height?: number;
  scheme?: 'light' | 'dark';
  locale?: string;
}

export interface Browser {
  context: BrowserContext;
  page: Page;
  /** What the page complained about: console errors and uncaught exceptions, without those that a test expects. */
  complaints: (expected?: RegExp) => string[];
  close: () => Promise<void>;
}

const opened = new Set<() => Promise<void>>();

/** Also those of tests that failed: an open browser would keep the process alive. */
export async function closeBrowsers(): Promise<void> {
  await Promise.all([...opened].map((close) => close()));
}

/** A fresh browser with a profile of its own; `close` ends it, or `closeBrowsers` in the end. */
export async function openBrowser(
  baseURL: string,
  { width = 1280, height = 800, scheme = 'light', locale = 'en-GB' }: BrowserOptions = {},
): Promise<Browser> {
  const profile = mkdtempSync(join(tmpdir(), 'desk-browser-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    args,
    baseURL,
    locale,
    viewport: { width, height },
    colorScheme: scheme,
    reducedMotion: 'reduce',
  });
  const page = context.pages()[0] ?? (await context.newPage());
  const said: string[] = [];
  const listen = (to: Page) => {
    to.on(
      'console',
      (message) => message.type() === 'error' && said.push(`${message.text()} (${message.location().url})`),
    );
    to.on('pageerror', (error) => said.push(String(error)));
  };
  listen(page);
  context.on('page', listen);
  const close = async () => {
    opened.delete(close);
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  };
  opened.add(close);
  return { context, page, close, complaints: (expected) => said.filter((each) => !expected?.test(each)) };
}
