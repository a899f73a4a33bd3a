/** The version is pinned: without it the vendor uses the one that is set on the app. */
export const headersFor = (token: string): Record<string, string> => ({
  authorization: `Bearer ${token}`,
  'intercom-version': '2.14',
});
