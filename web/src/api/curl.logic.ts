/** The command that calls an address of the API; with `body` it is a POST. The key comes from the environment of the shell. */
export function curlCommand(url: string, body?: object): string {
  const get = `curl -H "Authorization: Bearer $FRONTDESK_API_KEY" '${url.replaceAll("'", '%27')}'`;
  if (!body) return get;
  return `${get} -H 'Content-Type: application/json' -d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`;
}
