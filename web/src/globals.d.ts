declare const __APP_VERSION__: string;

/** The nonce that libraries put on their style elements, so that the Content-Security-Policy accepts them. */
interface Window {
  __webpack_nonce__?: string;
}
