import './settings.css';
import { Text, Title } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { useId, type ReactNode } from 'react';
import { useWords } from '../ui/i18n/words.ts';
import { Page } from '../ui/page/page.tsx';
import { SectionTabs } from '../ui/page/section-tabs.tsx';
import { settingsWords } from './settings-words.ts';

const tabs = [
  ['/settings', 'organization'],
  ['/settings/profile', 'profile'],
  ['/settings/members', 'members'],
  ['/settings/api-keys', 'apiKeys'],
  ['/settings/webhooks', 'webhooks'],
  ['/settings/history', 'history'],
  ['/settings/audit', 'audit'],
] as const;

interface SettingsPageFrameProps {
  title: string;
  intro?: string;
  actions?: ReactNode;
  children: ReactNode;
}

/** The frame of a page of the section, with links to the other pages. */
export function SettingsPageFrame({ title, intro, actions, children }: SettingsPageFrameProps) {
  const t = useWords(settingsWords);
  const { pathname } = useLocation();
  return (
    <Page title={title} intro={intro} actions={actions}>
      <SectionTabs
        label={t('pages')}
        tabs={tabs.map(([to, name]) => ({
          to,
          label: t(name),
          here: pathname === to || (to !== '/settings' && pathname.startsWith(`${to}/`)),
        }))}
      />
      {children}
    </Page>
  );
}

interface PartProps {
  title: string;
  hint?: string;
  /** A table needs the width of the page; lines of text and fields are easier to read without it. */
  wide?: true;
  children: ReactNode;
}

/** One subject of a page: a heading, a sentence about it, its fields. */
export function Part({ title, hint, wide, children }: PartProps) {
  const id = useId();
  return (
    <section className="settings-part" data-wide={wide} aria-labelledby={id}>
      <Title order={2} id={id}>
        {title}
      </Title>
      {hint && (
        <Text c="dimmed" size="sm" mt={2}>
          {hint}
        </Text>
      )}
      <div style={{ marginBlockStart: 'var(--mantine-spacing-md)' }}>{children}</div>
    </section>
  );
}
