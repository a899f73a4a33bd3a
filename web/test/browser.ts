import { chromium, type Browser as Chromium, type BrowserContext, type Page } from 'playwright-core';
import { closeAfterAllFiles } from '../../bin/lib/together.ts';

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
let chromiumStarted: Promise<Chromium> | undefined;

/** Also those of tests that failed: an open browser would keep the process alive. The next file finds Chromium started. */
export async function closeBrowsers(): Promise<void> {
  await Promise.all([...opened].map((close) => close()));
  await closeAfterAllFiles(closeChromium);
}

async function closeChromium(): Promise<void> {
  const started = await chromiumStarted;
  chromiumStarted = undefined;
  await started?.close();
}

/** A browser that shares nothing with the others (they are profiles of one Chromium); `close` ends it, or `closeBrowsers` in the end. */
export async function openBrowser(
  baseURL: string,
  { width = 1280, height = 800, scheme = 'light', locale = 'en-GB' }: BrowserOptions = {},
): Promise<Browser> {
  chromiumStarted ??= chromium.launch({ executablePath, args });
  const context = await (
    await chromiumStarted
  ).newContext({
    baseURL,
    locale,
    viewport: { width, height },
    colorScheme: scheme,
    reducedMotion: 'reduce',
  });
  const said: string[] = [];
  const listen = (to: Page) => {
    to.on(
      'console',
      (message) => message.type() === 'error' && said.push(`${message.text()} (${message.location().url})`),
    );
    to.on('pageerror', (error) => said.push(String(error)));
  };
  context.on('page', listen);
  // A busy machine may take longer than the usual thirty seconds.
  context.setDefaultTimeout(90_000);
  const page = await context.newPage();
  const close = async () => {
    opened.delete(close);
    await context.close();
  };
  opened.add(close);
  return { context, page, close, complaints: (expected) => said.filter((each) => !expected?.test(each)) };
}
