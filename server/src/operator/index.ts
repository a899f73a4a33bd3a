/** The operator's tool: commands for a person at the machine, without signing in. */
export { runFrontdesk } from './program.ts';
