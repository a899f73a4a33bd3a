import { chromium, type Browser as Chromium, type BrowserContext, type Page } from 'playwright-core';
import { closeAfterAllFiles } from '../../bin/lib/together.ts';

/** Debian's Chromium (`apt-get install chromium`), or the one in CHROMIUM. */
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
  /** The page's console errors and uncaught exceptions, without those that a test expects. */
  complaints: (expected?: RegExp) => string[];
  close: () => Promise<void>;
}

const opened = new Set<() => Promise<void>>();
let chromiumStarted: Promise<Chromium> | undefined;

/** Also closes the browsers of failed tests, which would keep the process alive. Chromium keeps running for the next file. */
export async function closeBrowsers(): Promise<void> {
  await Promise.all([...opened].map((close) => close()));
  await closeAfterAllFiles(closeChromium);
}

async function closeChromium(): Promise<void> {
  const started = await chromiumStarted;
  chromiumStarted = undefined;
  await started?.close();
}

/** Opens an isolated browser (a profile of one shared Chromium); `close` or `closeBrowsers` ends it. */
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
  // On a busy machine the default of thirty seconds is too short.
  context.setDefaultTimeout(90_000);
  const page = await context.newPage();
  const close = async () => {
    opened.delete(close);
    await context.close();
  };
  opened.add(close);
  return { context, page, close, complaints: (expected) => said.filter((each) => !expected?.test(each)) };
}
