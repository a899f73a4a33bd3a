import './settings.css';
import { Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useId, type ReactNode } from 'react';
import { useWords } from '../ui/i18n/words.ts';
import { Page } from '../ui/page/page.tsx';
import { settingsWords } from './settings-words.ts';

const tabs = [
  ['/settings', 'organization'],
  ['/settings/profile', 'profile'],
  ['/settings/members', 'members'],
  ['/settings/api-keys', 'apiKeys'],
  ['/settings/history', 'history'],
  ['/settings/audit', 'audit'],
] as const;

interface SettingsPageFrameProps {
  title: string;
  intro?: string;
  actions?: ReactNode;
  children: ReactNode;
}

/** A page of the section, with the way to its other pages. */
export function SettingsPageFrame({ title, intro, actions, children }: SettingsPageFrameProps) {
  const t = useWords(settingsWords);
  return (
    <Page title={title} intro={intro} actions={actions}>
      <nav className="settings-tabs" aria-label={t('pages')}>
        {tabs.map(([path, name]) => (
          <Link key={path} to={path} className="settings-tab" activeOptions={{ exact: true, includeSearch: false }}>
            {t(name)}
          </Link>
        ))}
      </nav>
      {children}
    </Page>
  );
}

/** One subject of a page: a heading, a sentence about it, its fields. */
export function Part({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="settings-part" aria-labelledby={id}>
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
