/** A mail address. If it needs another line, that begins with its domain. */
export function Address({ of }: { of: string }) {
  const at = of.lastIndexOf('@');
  return (
    <bdi style={{ overflowWrap: 'anywhere' }}>
      {of.slice(0, at)}
      <wbr />
      {of.slice(at)}
    </bdi>
  );
}
