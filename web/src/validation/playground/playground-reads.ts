/** The operations whose answers a changed conversation of the playground makes stale. */
export const playgroundReads = ['listPlaygroundConversations', 'readPlaygroundConversation'] as const;
