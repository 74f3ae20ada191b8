/**
 * AGENTS. Programs that people let in as themselves, as the protocol of agents asks for it: OAuth 2.1 with codes and PKCE, public
 * clients that make themselves known, a page on which a person says yes, short tokens that follow each other.
 * In: what a program asks for, and somebody's word. Out: tokens for `/mcp`; who was let in as whom, and an end to it.
 */
export { createAgentDoor, installChallenge } from './door.ts';
export { type AgentDeps, registerAgents } from './routes.ts';
