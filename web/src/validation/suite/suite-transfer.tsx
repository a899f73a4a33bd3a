import type { Suite } from '@desk/contract/suite';
import { Anchor, Button, FileButton, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { isApiError } from '../../api/api-error.ts';
import { download, sendText } from '../../api/call.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { confirm } from '../../ui/show/confirm.tsx';
import { toast, toastProblem } from '../../ui/show/toast.tsx';
import { Needs } from '../../ui/states/forbidden.tsx';
import { validationWords } from '../validation-words.ts';
import { countChanges } from './changes.logic.ts';

const path = '/api/knowledge/validation/suite';

/** Exports the suite as a table for a spreadsheet, and imports it. */
export function SuiteTransfer({ suite }: { suite: Suite }) {
  const t = useWords(validationWords);
  const cache = useQueryClient();
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      if (!isApiError(error)) throw error;
      toastProblem(error);
    }
  };
  const save = () =>
    attempt(async () => {
      const link = document.createElement('a');
      link.href = URL.createObjectURL(await download(`${path}?format=csv`));
      link.download = 'suite.csv';
      link.click();
      URL.revokeObjectURL(link.href);
    });
  const replace = (file: File) =>
    attempt(async () => {
      const table = {
        text: await file.text(),
        type: 'text/csv',
        ...(suite.version > 0 ? { ifMatch: suite.version } : {}),
      };
      // A dry run reports errors of the file before the confirmation.
      const wouldBe = (await sendText('PUT', `${path}?mode=dry_run`, table)) as Suite;
      const counts = t('importCounts', { ...countChanges(suite.cases, wouldBe.cases) });
      const text = `${counts}\n${t('importText', { n: suite.cases.length })}`;
      const sure = await confirm({ title: t('importReplaces'), text, confirm: t('replace'), dangerous: true });
      if (!sure) return;
      const saved = (await sendText('PUT', path, table)) as Suite;
      toast(t('imported', { n: saved.cases.length }));
      await cache.invalidateQueries({ queryKey: ['readSuite'] });
    });
  return (
    <Group mb="md">
      <Text size="sm" c="dimmed">
        {t('version', { n: suite.version })}
      </Text>
      {suite.version > 1 && (
        <Anchor component={Link} to="/validation/suite/versions" size="sm">
          {t('versions')}
        </Anchor>
      )}
      <Button size="compact-sm" variant="default" onClick={() => void save()}>
        {t('exportCsv')}
      </Button>
      <Needs role="workspace_admin">
        {(disabled) => (
          <FileButton accept=".csv,text/csv" disabled={disabled} onChange={(file) => file && void replace(file)}>
            {(props) => (
              <Button {...props} size="compact-sm" variant="default" disabled={disabled}>
                {t('importCsv')}
              </Button>
            )}
          </FileButton>
        )}
      </Needs>
    </Group>
  );
}
