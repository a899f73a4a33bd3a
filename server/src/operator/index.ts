/** The operator's tool: what somebody at the machine does without being signed in. */
export { runFrontdesk } from './program.ts';
