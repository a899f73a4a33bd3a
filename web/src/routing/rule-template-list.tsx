import { Button, Paper, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useWords } from '../ui/i18n/words.ts';
import { Needs } from '../ui/states/forbidden.tsx';
import { ruleTemplates } from './rule-templates.ts';
import { templateWords } from './words/template-words.ts';

/** Rules to begin with, each as a link to the form that it fills in. */
export function RuleTemplateList() {
  const t = useWords(templateWords);
  return (
    <Paper withBorder p="sm" component="section" aria-label={t('heading')}>
      <Title order={2} size="h5">
        {t('heading')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t('intro')}
      </Text>
      <Stack gap="sm">
        {ruleTemplates.map((template) => (
          <div key={template}>
            <Needs role="workspace_admin">
              {(disabled) => (
                <Button
                  component={Link}
                  to={`/routing/rules/new?template=${template}`}
                  variant="default"
                  size="compact-md"
                  disabled={disabled}
                >
                  {t(template)}
                </Button>
              )}
            </Needs>
            <Text size="sm" mt={4}>
              {t(`${template}Hint`)}
            </Text>
          </div>
        ))}
      </Stack>
    </Paper>
  );
}
