/** The files of an installation with systemd. The Debian package and `whereabouts service install` use the same. */

export const serviceName = 'whereabouts.service'
export const serviceUser = 'whereabouts'
export const dataDirectory = '/var/lib/whereabouts'
export const settingsPath = '/etc/whereabouts/whereabouts.toml'

/**
 * Returns the unit of the service (systemd.service(5), systemd.exec(5)). The executable compiles at run time, so
 * MemoryDenyWriteExecute is not possible.
 *
 * @param executable - absolute path of the executable
 */
export const unitText = (executable: string): string => `[Unit]
Description=Asset and location tracking
Documentation=file:///usr/share/doc/whereabouts
After=network-online.target
Wants=network-online.target

[Service]
Type=notify
NotifyAccess=main
User=${serviceUser}
Group=${serviceUser}
Environment=WHEREABOUTS_CONFIG=${settingsPath}
ExecStart=${executable} serve
Restart=on-failure
RestartSec=2
# A start migrates the database, which may take long.
TimeoutStartSec=infinity
TimeoutStopSec=60
WatchdogSec=60
LimitNOFILE=65536
StateDirectory=whereabouts
StateDirectoryMode=0700
UMask=0077

CapabilityBoundingSet=
NoNewPrivileges=yes
DevicePolicy=closed
KeyringMode=private
LockPersonality=yes
PrivateDevices=yes
PrivateTmp=yes
PrivateUsers=yes
ProtectClock=yes
ProtectControlGroups=yes
ProtectHome=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
ProtectSystem=strict
RemoveIPC=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_NETLINK AF_UNIX
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
SystemCallArchitectures=native
SystemCallErrorNumber=EPERM
SystemCallFilter=@system-service
SystemCallFilter=~@privileged

[Install]
WantedBy=multi-user.target
`

/** The first settings file. Only the user of the service and root may read it, because it can contain passwords. */
export const settingsText = `# Settings of Whereabouts. "whereabouts serve --help" lists all of them; write a setting as its flag without
# the dashes at the front and with _ for -. Restart the service after a change: systemctl restart whereabouts

data_dir = "${dataDirectory}"

# host = "0.0.0.0"
# port = 8080
# mqtt_port = 1883

# HTTPS and MQTT over TLS with a certificate authority of this installation.
# tls = "self-signed"
`

/** The steps that install the service where there is no systemd, by the name of the system (`process.platform`). */
export const otherSystems: Readonly<Record<string, (executable: string) => string>> = {
  darwin: (executable) => `This command installs the service on Linux only. On macOS, launchd runs it:

1. Create /Library/LaunchDaemons/whereabouts.plist:

<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict>
  <key>Label</key><string>whereabouts</string>
  <key>ProgramArguments</key><array><string>${executable}</string><string>serve</string>
    <string>--data-dir</string><string>/usr/local/var/whereabouts</string></array>
  <key>RunAtLoad</key><true/>
  <key>KeepAlive</key><dict><key>SuccessfulExit</key><false/></dict>
  <key>StandardErrorPath</key><string>/usr/local/var/log/whereabouts.log</string>
</dict></plist>

2. sudo launchctl bootstrap system /Library/LaunchDaemons/whereabouts.plist
3. To remove it: sudo launchctl bootout system/whereabouts`,
  win32: (
    executable,
  ) => `This command installs the service on Linux only. On Windows, the Task Scheduler runs it. As administrator:

1. schtasks /Create /TN Whereabouts /SC ONSTART /RU SYSTEM /TR "\\"${executable}\\" serve --data-dir C:\\ProgramData\\Whereabouts"
2. schtasks /Run /TN Whereabouts
3. To remove it: schtasks /Delete /TN Whereabouts`,
}
