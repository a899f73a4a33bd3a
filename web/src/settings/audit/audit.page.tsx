import { listAuditEvents } from '@desk/contract/audit';
import { IconHistory } from '@tabler/icons-react';
import { Loaded } from '../../ui/data/loaded.tsx';
import { useLoadedList } from '../../ui/data/use-loaded.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { usePageSearch } from '../../ui/page/search.ts';
import { EmptyFiltered } from '../../ui/states/empty.tsx';
import { ForbiddenState, useMay } from '../../ui/states/forbidden.tsx';
import { State } from '../../ui/states/state.tsx';
import { LoadMore } from '../../ui/show/load-more.tsx';
import { SettingsPageFrame } from '../settings-page.tsx';
import { AuditEntries } from './audit-entries.tsx';
import { AuditFilters, queryOf, type AuditSearch } from './audit-filters.tsx';
import { auditWords } from './audit-words.ts';
import { SaveCsv } from './save-csv.tsx';

export function AuditPage() {
  const t = useWords(auditWords);
  const may = useMay('org_admin');
  const [search] = usePageSearch<AuditSearch>();
  return (
    <SettingsPageFrame title={t('title')} intro={t('intro')} actions={may && <SaveCsv query={queryOf(search)} />}>
      {may ? <AuditLog /> : <ForbiddenState requiredRole="org_admin" />}
    </SettingsPageFrame>
  );
}

function AuditLog() {
  const t = useWords(auditWords);
  const [search, change] = usePageSearch<AuditSearch>();
  const query = queryOf(search);
  const events = useLoadedList(listAuditEvents, { query });
  const filtered = Object.keys(query).length > 0;
  const nothing = filtered ? (
    <EmptyFiltered onClear={() => change({ action: undefined, subject_id: undefined, since: undefined })} />
  ) : (
    <State icon={<IconHistory size={36} stroke={1.5} />} title={t('emptyTitle')}>
      {t('empty')}
    </State>
  );
  return (
    <>
      <AuditFilters search={search} onChange={change} />
      <Loaded query={events} empty={{ when: (rows) => rows.length === 0, show: nothing }}>
        {(rows) => <AuditEntries rows={rows} onSubject={(id) => change({ subject_id: id })} />}
      </Loaded>
      <LoadMore query={events} />
    </>
  );
}
