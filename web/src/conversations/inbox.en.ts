export const en = {
  section: 'Inbox',
  title: 'Queue',
};
