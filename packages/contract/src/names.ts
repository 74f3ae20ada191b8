/** One line: no signs that steer a terminal, end a line or a text. The server says so in words where it is not kept. */
export const singleLinePattern = '^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$';

/** An address as mail takes it, or nothing. What stands before and after the @ is for mail servers to judge. */
export const emailPattern = '^([^\\s\\u0000-\\u001f\\u007f-\\u009f@]+@[^\\s\\u0000-\\u001f\\u007f-\\u009f@]+)?$';

/**
 * One address with a domain, of whoever types it himself: nothing that mail servers read as two addresses, as a name beside one,
 * or as the way through another server.
 */
export const newAddressPattern =
  '^[^\\s\\u0000-\\u001f\\u007f-\\u009f@"(),:;<>\\[\\]\\\\%!]{1,64}@[^\\s\\u0000-\\u001f\\u007f-\\u009f@"(),:;<>\\[\\]\\\\%!./]+(\\.[^\\s\\u0000-\\u001f\\u007f-\\u009f@"(),:;<>\\[\\]\\\\%!./]+)+$';

/** A UUID in one of its usual spellings. */
export const uuidPattern = '^[0-9a-fA-F]{8}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{12}$';

/** Names stand in addresses and lists, and are typed by hand. */
export const userNamePattern = '^[^\\s/\\\\]+$';
