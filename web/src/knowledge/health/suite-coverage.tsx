import type { Analysis } from '@desk/contract/analysis';
import { Anchor, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useWords } from '../../ui/i18n/words.ts';
import { knowledgeWords } from '../knowledge-words.ts';

const most = 10;

/** Documents without a case of the suite, and cases whose source document is gone. */
export function SuiteCoverage({ coverage }: { coverage: Analysis['suite_coverage'] }) {
  const t = useWords(knowledgeWords);
  const { documents_without_case: documents, documents_without_case_total: total } = coverage;
  const orphans = coverage.cases_without_source;
  return (
    <section>
      <Title order={2} size="h4">
        {t('suiteCoverage')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t('withoutCase', { n: total })}
      </Text>
      <ul style={{ margin: 0 }}>
        {documents.slice(0, most).map(({ document_id: id, title }) => (
          <li key={id}>
            <Anchor component={Link} to={`/knowledge/documents/${id}`} size="sm">
              {title}
            </Anchor>
          </li>
        ))}
        {orphans.slice(0, most).map(({ case_id: id, name }) => (
          <li key={id}>
            <Anchor component={Link} to="/validation/suite" size="sm">
              {t('withoutSource', { name })}
            </Anchor>
          </li>
        ))}
      </ul>
    </section>
  );
}
