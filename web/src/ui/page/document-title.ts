/** Names the document, as the browser's tab and its history show it. */
export function nameDocument(title: string): void {
  document.title = `${title} · Frontdesk`;
}
