declare const __APP_VERSION__: string;

/** Read by the libraries that add style elements, so that the Content-Security-Policy lets theirs pass. */
interface Window {
  __webpack_nonce__?: string;
}
